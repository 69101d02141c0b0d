import { en } from '../../src/messages/en.ts';
import { addEnglish } from '../../src/messages/words.ts';

/* All English texts, as once the second script has come, for tests that import no element of it. */
addEnglish(en);
