import { chromium } from '../../support/engines/chromium.ts';
import { bookOnLibraries } from './book-on-libraries.ts';
import { bookThroughRouters } from './book-through-routers.ts';
import { hostPlace } from './host-place.ts';

const place = hostPlace(chromium);
bookOnLibraries(place);
bookThroughRouters(place);
