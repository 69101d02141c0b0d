/** The functions that schemas refine by, under the names that the compiled schemas call them by. */
export { isTime } from '#contract/instant';
export { isDay } from '../domain/days.ts';
export { isKnownZone } from '../domain/zone.ts';
