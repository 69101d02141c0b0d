import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { testStore } from './contract.ts';

testStore('the memory store', createMemoryStore);
