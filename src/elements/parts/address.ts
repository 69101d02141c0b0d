import { nothing } from 'lit';
import { httpAddress, safeAddress } from '../../domain/address.ts';
import { ownDocument } from '../../page/unshadowed.ts';

/** The value of an `href`; left out if the address is not safe, so that there is no link. */
export const href = (address: string) => safeAddress(address, ownDocument.baseURI) || nothing;

/** The value of a picture's `src`. */
export const src = (address: string) => httpAddress(address, ownDocument.baseURI) || nothing;
