import { z } from 'zod'

/** A network or a single address: 192.0.2.0/24, 2001:db8::/32. */
export const network = z
  .string()
  .trim()
  .min(1, 'required')
  .max(50)
  .refine(
    (text) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success,
    'not_a_network',
  )
