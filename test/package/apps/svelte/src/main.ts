import { define, tags } from 'booking-widget';
import { mount } from 'svelte';
import Shop from './Shop.svelte';

define(tags);
mount(Shop, { target: document.getElementById('app')! });
