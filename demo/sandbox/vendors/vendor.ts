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
  readonly changed_at: number;
}

export function wireVendor(vendor: Vendor): object {
  const { changed_at: _changed, ...fields } = vendor;
  return fields;
}
