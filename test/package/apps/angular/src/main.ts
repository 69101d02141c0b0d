import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { define, tags, type BookingEvent } from 'booking-widget';

define(tags);

@Component({
  selector: 'app-shop',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <booking-widget
      [proxy]="proxy"
      [participants]="2"
      [attr.vendor]="vendor"
      (booking-order)="placed($event)"
    ></booking-widget>
    @if (order(); as code) {
      <p>Thank you for order {{ code }}</p>
    }
  `,
})
export class Shop {
  readonly proxy = new URLSearchParams(location.search).get('proxy') ?? '';
  readonly vendor: string | null = null;
  readonly order = signal('');

  placed({ detail }: BookingEvent): void {
    this.order.set(detail.transaction_id ?? '');
  }
}

void bootstrapApplication(Shop);
