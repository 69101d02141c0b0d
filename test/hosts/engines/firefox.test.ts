import { firefox } from '../../support/engines/firefox.ts';
import { bookOnHosts } from './book-on-hosts.ts';
import { bookOnLibraries } from './book-on-libraries.ts';
import { hostPlace } from './host-place.ts';

const place = hostPlace(firefox);
bookOnHosts(place);
bookOnLibraries(place);
