/** The fields of a vendor in responses, besides its id (spec, Vendor). */
export interface VendorDetails {
  readonly name: string;
  readonly service_email: string;
  readonly service_phone: string;
  readonly terms: string;
  readonly bill_country: string;
  readonly country_of_residence: string;
  readonly activation_date: string;
  readonly currency: string;
  readonly legal_company_name: string;
  readonly legal_representative_first_name: string;
  readonly legal_representative_last_name: string;
}

export interface Vendor extends VendorDetails {
  readonly id: string;
  /** The module without which dates cannot be updated (spec, Table B). */
  extended_availability_management: boolean;
  readonly changed_at: number;
}

export function wireVendor(vendor: Vendor): object {
  const { changed_at: _changed, extended_availability_management: _module, ...fields } = vendor;
  return fields;
}
