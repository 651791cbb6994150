'use client'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Badge } from '@/components/ui/text/badge'
import type { ApiToken } from '@/lib/api-tokens/schema'
import type { OnOpen } from './open-token-dialog'

/** Shows a token's name, its first characters and its owner. */
export function TokenName({ token, whose }: { token: ApiToken; whose: string }) {
  const t = useTranslations('apiTokens')
  return (
    <>
      <bdi className="block truncate font-medium" title={token.name}>
        {token.name}
      </bdi>
      <span className="block text-xs wrap-anywhere whitespace-normal text-muted">
        <span className="sr-only">{t('begins')} </span>
        <span className="font-mono">{token.start}…</span> · <bdi>{whose}</bdi>
      </span>
    </>
  )
}

/** What a token may do, and from where. */
export function TokenScopes({ token }: { token: ApiToken }) {
  const t = useTranslations('apiTokens')
  const { networks } = token
  const scopes = token.scopes.map((scope) => t(`scope.${scope}`)).join(' · ')
  return (
    <>
      <span className="line-clamp-3 text-sm whitespace-normal" title={scopes}>
        {scopes}
      </span>
      {networks.length > 0 && (
        <span className="block text-xs wrap-anywhere whitespace-normal text-muted">
          {t('onlyFrom', { networks: networks.join(', ') })}
        </span>
      )}
    </>
  )
}

export function TokenUse({ token }: { token: ApiToken }) {
  const t = useTranslations('apiTokens')
  if (!token.last_used_at) return t('never')
  return (
    <>
      <RelativeTime at={token.last_used_at} />
      {token.last_address && (
        <span className="block text-xs wrap-anywhere whitespace-normal">
          {t('fromAddress', { address: token.last_address })}
        </span>
      )}
    </>
  )
}

const tones = { active: 'ok', expired: 'warn', revoked: 'neutral' } as const

export function TokenState({ token }: { token: ApiToken }) {
  const t = useTranslations('apiTokens')
  return <Badge tone={tones[token.state]}>{t(`states.${token.state}`)}</Badge>
}

/** A button that asks to revoke a token. Renders nothing unless the token is active. */
export function Revoke({ token, onOpen }: { token: ApiToken; onOpen: OnOpen }) {
  const t = useTranslations('apiTokens')
  if (token.state !== 'active') return null
  return (
    <Button
      size="sm"
      aria-label={t('revokeOf', { name: token.name })}
      onPress={() => onOpen({ kind: 'revoke', token })}
    >
      {t('revoke')}
    </Button>
  )
}
