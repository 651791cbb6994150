/**
 * ISO 4217 alphabetic codes. A fixed list, because runtimes differ: Node's `Intl.supportedValuesOf('currency')` has
 * fewer than browsers. BYR, SLL and STD are withdrawn but listed in the provider's own table.
 */
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BYR BZD ' +
  'CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS ' +
  'GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT ' +
  'LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD ' +
  'OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN ' +
  'SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD ' +
  'XCG XOF XPF YER ZAR ZMW ZWG'

export const currencyCodes: readonly string[] = codes.split(' ')

const known = new Set(currencyCodes)

/** Whether `code` is an ISO 4217 alpha-3 code (upper case). Interface: “Product”, “Checkout”, “Errors”. */
export const isCurrency = (code: string): boolean => known.has(code)
