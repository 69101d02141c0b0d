import { z } from 'zod';
import { fieldsOf, id, instant } from '../wire-values.ts';
import { maybe, text } from './values.ts';

/** Spec, Vendor. */
export const vendor = z.object({
  id,
  name: text,
  ...fieldsOf(
    maybe(text),
    'service_email',
    'service_phone',
    'terms',
    'bill_country',
    'country_of_residence',
  ),
  activation_date: maybe(instant),
  ...fieldsOf(
    maybe(text),
    'currency',
    'legal_company_name',
    'legal_representative_first_name',
    'legal_representative_last_name',
  ),
});
