// Every rule, in the sequence of the spec. Each file adds its own to those that `judge` tries.
import './authentication.rules.ts';
import './vendors.rules.ts';
import './events.rules.ts';
import './dates.rules.ts';
import './merged.rules.ts';
import './products.rules.ts';
import './create-order.rules.ts';
import './orders.rules.ts';
import './lists.rules.ts';
import './absent.rules.ts';
import './vendor-client.rules.ts';
import './inventory.rules.ts';

export { judge, judgeEach, ruleCount } from './judge.ts';
