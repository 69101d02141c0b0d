import { html } from 'hono/html';
import { formatTimestamp, moneyString } from '../api/wire-values.ts';
import { sandboxClients } from '../clients.ts';
import { firstBookable } from '../dates/date.ts';
import type { Event } from '../events/event.ts';
import { operationNames } from '../faults/operations.ts';
import type { Scenario } from '../scenarios.ts';
import { scenarios } from '../scenarios.ts';
import type { World } from '../world/world.ts';
import { controlCalls } from './calls.ts';

/** The page at `/`: what the sandbox is, what it contains, and how to control it. */
export function sandboxPage(world: World, scenario: Scenario, now: number, origin: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sandbox: booking platform API v3</title>
        <style>
          body {
            font:
              1rem/1.5 system-ui,
              sans-serif;
            max-width: 62rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          table {
            border-collapse: collapse;
            width: 100%;
          }
          th,
          td {
            text-align: left;
            padding: 0.25rem 0.75rem 0.25rem 0;
            border-bottom: 1px solid #ddd;
          }
          pre {
            background: #f4f4f4;
            padding: 1rem;
            overflow-x: auto;
          }
        </style>
      </head>
      <body>
        <h1>The booking platform, as a sandbox</h1>
        <p>
          This is the platform’s API v3, in memory. It responds and refuses as the platform does,
          and it forgets everything when it stops. No money moves, and nobody gets an e-mail.
        </p>
        <p>
          The scenario is <strong>${scenario}</strong>: ${scenarios[scenario]().about}. The clock
          shows ${formatTimestamp(now)}. ${world.orders.size} orders are in the world.
        </p>
        <h2>What is in it</h2>
        ${[...world.vendors.values()].map(
          (vendor) =>
            html`<h3>${vendor.name}, ${vendor.currency}</h3>
              <p>Vendor <code>${vendor.id}</code></p>
              <table>
                <thead>
                  <tr>
                    <th>Event</th>
                    <th>Kind</th>
                    <th>From</th>
                    <th>Next date that can be booked</th>
                    <th>Date id</th>
                  </tr>
                </thead>
                <tbody>
                  ${[...world.events.values()]
                    .filter((event) => event.vendor.id === vendor.id)
                    .map((event) => eventRow(event, world, now))}
                </tbody>
              </table>`,
        )}
        <h2>How to drive it</h2>
        <p>Programs ask for a token first, and send it with every request to <code>/v3</code>:</p>
        <pre>
curl -d grant_type=client_credentials -d client_id=${sandboxClients.reseller.id} \\
  -d client_secret=${sandboxClients.reseller.secret} \\
  ${origin}/oauth/token</pre>
        <table>
          <thead>
            <tr>
              <th>Client</th>
              <th>client_id</th>
              <th>client_secret</th>
            </tr>
          </thead>
          <tbody>
            ${Object.values(sandboxClients).map(
              ({ name, id, secret }) =>
                html`<tr>
                  <td>${name}</td>
                  <td><code>${id}</code></td>
                  <td><code>${secret}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p>
          The control API does what happens on the platform’s side, and needs no token. Bodies are
          JSON, sent with
          <code>Content-Type: application/json</code>; a call without a body needs none. For
          example, an hour passes:
        </p>
        <pre>
curl -H 'Content-Type: application/json' -d '{"advance": 3600}' \\
  ${origin}/sandbox/clock</pre>
        <table>
          <thead>
            <tr>
              <th>Call</th>
              <th>What happens</th>
            </tr>
          </thead>
          <tbody>
            ${controlCalls.map(
              ([call, what]) =>
                html`<tr>
                  <td><code>${call}</code></td>
                  <td>${what}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p>
          The scenarios are
          ${Object.entries(scenarios).map(
            ([name, start], index) =>
              html`${index === 0 ? '' : '; '}<code>${name}</code>, ${start().about}`,
          )}.
        </p>
        <p>Faults can be limited to operations: ${operationNames.join(', ')}.</p>
      </body>
    </html>`;
}

function eventRow(event: Event, world: World, now: number) {
  const next = firstBookable(world.dates.ofEvent(event.id), now);
  const prices = event.prices.filter((price) => price.public === 1).map(({ value }) => value);
  const cheapest = prices.length === 0 ? undefined : Math.min(...prices);
  return html`<tr>
    <td>${event.title}</td>
    <td>${kindOf(event)}</td>
    <td>${cheapest === undefined ? '' : moneyString(cheapest, event.vendor.currency)}</td>
    <td>${next ? localTime(next.start, event.timezone) : 'sold out'}</td>
    <td><code>${next?.id ?? ''}</code></td>
  </tr>`;
}

function kindOf(event: Event): string {
  if (event.active === 0) return 'not active';
  if (event.root_event_id !== '') return 'pricelist';
  if (!event.is_main_duration) return 'further duration';
  if (event.type === 'REQUEST') return 'request';
  return event.latest_booking_time < 0 ? 'opening hours' : 'event';
}

function localTime(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(moment);
}
