import { BookingButton, BookingWidget } from 'booking-widget/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const proxy = new URLSearchParams(location.search).get('proxy') ?? '';

/** Renders anew whenever something is heard, with a clock and a fetch of its own each time. */
function Shop() {
  const [heard, setHeard] = useState<readonly string[]>([]);
  const [order, setOrder] = useState('');
  return (
    <main>
      <h1>Tours</h1>
      <BookingWidget
        proxy={proxy}
        headingLevel={2}
        className="booking"
        clock={() => Date.now()}
        fetch={(input, init) => fetch(input, init)}
        prefill={{ name: 'Ida Meyer', email: 'ida@example.com' }}
        onBookingReady={({ type }) => setHeard((before) => [...before, type])}
        onBookingEventView={({ type, detail }) =>
          setHeard((before) => [...before, `${type} ${detail.items?.[0]?.item_name}`])
        }
        onBookingOrder={({ detail }) => setOrder(detail.transaction_id ?? '')}
      />
      <BookingButton event="ev-1" vendor="4711" deep-links floating widgetProperties={{ proxy }}>
        Book now
      </BookingButton>
      <output>{heard.join(', ')}</output>
      {order && <p>Thank you for order {order}</p>}
    </main>
  );
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
