import { innerEvents } from '../events.ts';
import { keepEventsInWidget } from './event-border.ts';
import { withstandHostHandlers } from './host-handlers.ts';
import { nameTakers } from './taken-events.ts';

/**
 * Isolates the events of a widget and of the page around it from each other: what is meant for the
 * widget alone stays in its root, and what the page does to the widget's events is undone, or named.
 */
export function isolateEvents(root: Node): void {
  for (const type of innerEvents) root.addEventListener(type, (event) => event.stopPropagation());
  nameTakers(root);
  keepEventsInWidget(root);
  withstandHostHandlers(root);
}
