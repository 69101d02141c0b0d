import { firefox } from '../../support/engines/firefox.ts';
import { bookOnHosts } from './book-on-hosts.ts';
import { bookOnLibraries } from './book-on-libraries.ts';
import { bookThroughRouters } from './book-through-routers.ts';
import { hostPlace } from './host-place.ts';
import { payElsewhere } from './pay-elsewhere.ts';

const place = hostPlace(firefox);
bookOnHosts(place);
bookOnLibraries(place);
bookThroughRouters(place);
payElsewhere(place);
