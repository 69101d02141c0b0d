import { define, tags } from 'booking-widget';
import { createApp } from 'vue';
import Shop from './Shop.vue';

define(tags);
createApp(Shop).mount('#app');
