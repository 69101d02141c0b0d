import { webkit } from '../../support/engines/webkit.ts';
import { bookOnHosts } from './book-on-hosts.ts';

bookOnHosts(webkit);
