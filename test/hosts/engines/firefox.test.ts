import { firefox } from '../../support/engines/firefox.ts';
import { bookOnHosts } from './book-on-hosts.ts';

bookOnHosts(firefox);
