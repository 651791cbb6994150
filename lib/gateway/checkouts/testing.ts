/** For tests: the customer of a checkout, with every field. */
export const wholeCustomer = {
  email: 'anna@reader.example',
  first_name: 'Anna',
  last_name: 'Berg',
  address: '1 Main Street',
  city: 'New York',
  state: 'NY',
  zip: '10001',
  country: 'US',
  phone: '+1 212 555 0100',
  birth_date: '2000-02-29',
  taxpayer_id: '7',
  external_id: 'c-7',
}
