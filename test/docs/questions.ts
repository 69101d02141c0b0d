import { en } from '../../src/messages/en.ts';

/** What a reader wants to know, and where he finds it. */
interface Question {
  readonly question: string;
  readonly page: string;
  readonly heading: string;
  /** The words under the heading that answer. */
  readonly answer: readonly string[];
}

const WIDGET = 'src/README.md';
const PROXY = 'proxy/README.md';
const CONTRIBUTING = '.github/CONTRIBUTING.md';

const ask = (question: string, page: string, heading: string, ...answer: string[]): Question => ({
  question,
  page,
  heading,
  answer,
});

export const questions: readonly Question[] = [
  ask('How do I embed it?', 'README.md', 'I have a site', '<booking-widget>', 'booking-widget.js'),
  ask('My editor removes the tag.', WIDGET, 'Where tags are stripped', '<div data-booking-widget'),
  ask('How do I get a "Book now" button?', WIDGET, 'A button', '<booking-button event='),
  ask('Why does nothing show?', WIDGET, 'If nothing shows', '?booking-check', 'ALLOWED_ORIGINS'),
  ask('How do I show only one vendor?', WIDGET, 'Attributes', '`vendor`'),
  ask('How does it speak German?', WIDGET, 'Languages', '`de`', '`de-x-informal`'),
  ask('How does it get my colours?', WIDGET, 'Custom properties', '`--booking-accent`'),
  ask('How do purchases reach GA4?', WIDGET, 'Events', '`booking-order`', 'event.detail.ga4'),
  ask('Which policy lets it run?', WIDGET, 'Policies', 'script-src PROXY; connect-src PROXY'),
  ask('What does it store?', WIDGET, 'What is stored', 'No cookie', '`sessionStorage`'),
  ask('How do I use it in React?', WIDGET, 'From npm', "from 'booking-widget/react'"),
  ask(
    'What does a customer read at a 429?',
    WIDGET,
    'What customers read when something fails',
    '429',
    en.problems['too-many-requests'],
    en.tooManyUntil.replace(' {when}.', ''),
  ),
  ask('How do I start a proxy?', 'README.md', 'I run the proxy', 'PLATFORM_URL', 'npm run proxy'),
  ask('Two sites on one proxy?', PROXY, 'Several sites', 'SITES_FILE', 'site="north"'),
  ask('How do I restore a backup?', PROXY, 'Backup and restore', 'npm run restored'),
  ask('Where is the 304 made?', CONTRIBUTING, 'The house', '304', 'proxy/cache/response-cache.ts'),
  ask('How do I add a step?', CONTRIBUTING, 'Add a step', 'src/state/steps.ts', 'visit-flow.ts'),
  ask(
    'How do I add a language?',
    CONTRIBUTING,
    'Add a language',
    'src/messages/',
    'check:messages',
  ),
  ask('How do I report a hole?', '.github/SECURITY.md', 'How to report', 'privately', 'days'),
  ask('What may an update break?', 'CHANGELOG.md', 'What version 1 promises', 'stay as they are'),
];
