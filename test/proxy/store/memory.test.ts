import { createMemoryStore } from '../../../proxy/store/store.ts';
import { testStore } from './contract.ts';

testStore('the memory store', createMemoryStore);
