import 'server-only'
import { z } from 'zod'
import { emailPattern } from '../../../gateway/values/email'
import { mailEncryptions, mailHost, mailPorts, type MailEncryption } from '../../mail'
import { ConfigError } from './config-error'

/** The environment's settings for mail. Each part that it sets overrides the installation settings. */
export type MailConfig = {
  server: { host: string; port: number; encryption: MailEncryption; user: string; password: string } | null
  senderName: string | null
  senderAddress: string | null
}

const text = z.string().max(255)

export const mailEnvironment = {
  SMTP_HOST: z.string().regex(mailHost, 'must be a host name or an IP address').optional(),
  SMTP_PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number')
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .optional(),
  SMTP_ENCRYPTION: z.enum(mailEncryptions).optional(),
  SMTP_USER: text.optional(),
  SMTP_PASSWORD: z.string().max(500).optional(),
  SMTP_FROM: z.email({ pattern: emailPattern, error: 'must be an e-mail address' }).max(255).optional(),
  SMTP_FROM_NAME: text.optional(),
}

type Environment = z.output<z.ZodObject<typeof mailEnvironment>>

/** @throws ConfigError if a setting is missing, or a password would be sent in the clear */
export function mailConfig(env: Environment): MailConfig {
  return {
    server: serverOf(env),
    senderName: env.SMTP_FROM_NAME ?? null,
    senderAddress: env.SMTP_FROM ?? null,
  }
}

function serverOf(env: Environment): MailConfig['server'] {
  const { SMTP_HOST: host, SMTP_ENCRYPTION: encryption = 'starttls' } = env
  const { SMTP_USER: user = '', SMTP_PASSWORD: password = '' } = env
  if (host === undefined) {
    const lonely = (['SMTP_PORT', 'SMTP_ENCRYPTION', 'SMTP_USER', 'SMTP_PASSWORD'] as const).find(
      (name) => env[name] !== undefined,
    )
    if (lonely) throw new ConfigError(`SMTP_HOST: is required with ${lonely}`)
    return null
  }
  if (user !== '' && encryption === 'none')
    throw new ConfigError(
      'SMTP_USER: nobody signs in without encryption; set SMTP_ENCRYPTION to tls or starttls',
    )
  if ((user === '') !== (password === ''))
    throw new ConfigError(`${user === '' ? 'SMTP_USER' : 'SMTP_PASSWORD'}: is required to sign in to ${host}`)
  return { host, port: env.SMTP_PORT ?? mailPorts[encryption], encryption, user, password }
}
