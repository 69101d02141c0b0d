import { chromium } from '../../support/engines/chromium.ts';
import { bookOnLibraries } from './book-on-libraries.ts';
import { hostPlace } from './host-place.ts';

bookOnLibraries(hostPlace(chromium));
