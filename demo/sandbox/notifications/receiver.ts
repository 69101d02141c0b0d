import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

/**
 * Where notifications go, as its owner registers it with the platform's operator (spec, Events 1).
 * `method` is a switch of the sandbox: the spec says PATCH in words and POST in its sample.
 */
export const receiverInput = z
  .strictObject({
    oauth_endpoint_url: address,
    oauth_endpoint_token_url: address.optional(),
    oauth_endpoint_client_id: z.string().optional(),
    oauth_endpoint_client_secret: z.string().optional(),
    method: z.enum(['PATCH', 'POST']).default('PATCH'),
  })
  .refine(
    ({
      oauth_endpoint_token_url: url,
      oauth_endpoint_client_id: id,
      oauth_endpoint_client_secret: secret,
    }) => [url, id, secret].every((part) => part === undefined) || Boolean(url && id && secret),
    'has to have token url, client id and client secret, or none of the three',
  );

export type ReceiverInput = z.input<typeof receiverInput>;
export type Receiver = z.output<typeof receiverInput>;
