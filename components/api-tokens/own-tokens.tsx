'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { makeOwnToken, ownTokensOptions, revokeOwnToken } from '@/lib/api-tokens/client'
import { accountKeys } from '@/lib/core/client/keys'
import { OpenTokenDialog, type OpenToken } from './open-token-dialog'
import { Revoke, TokenName, TokenScopes, TokenState, TokenUse } from './token-details'

/** A person's own tokens, in their account. */
export function OwnTokens() {
  const t = useTranslations('apiTokens')
  const client = useQueryClient()
  const { data } = useQuery(ownTokensOptions())
  const [open, setOpen] = useState<OpenToken | null>(null)
  const mainAction = useFocusKept(open !== null)
  const { items = [], shops = [] } = data ?? {}
  const hasShop = shops.length > 0
  return (
    <Card>
      <Section
        title={t('title')}
        actions={
          hasShop && (
            <Button ref={mainAction} size="sm" onPress={() => setOpen({ kind: 'new' })}>
              {t('new')}
            </Button>
          )
        }
      >
        <p className="mb-3 text-md text-muted">{hasShop || !data ? t('ownText') : t('noShop')}</p>
        <ul className="divide-y">
          {items.map((token) => (
            <li key={token.id} className="flex items-start gap-3 py-2.5">
              <KeySquare aria-hidden size={18} className="mt-0.5 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <TokenName token={token} whose={token.shop.name} />
                <TokenScopes token={token} />
                <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                  <TokenState token={token} />
                  <span>
                    {t('expires')} <RelativeTime at={token.expires_at} />
                  </span>
                  <span>
                    {t('lastUse')}: <TokenUse token={token} />
                  </span>
                </div>
              </div>
              <Revoke token={token} onOpen={setOpen} />
            </li>
          ))}
        </ul>
        {open && (
          <OpenTokenDialog
            open={open}
            shops={shops}
            isOwn
            make={makeOwnToken}
            revoke={revokeOwnToken}
            changed={() => client.invalidateQueries({ queryKey: accountKeys.apiTokens })}
            onOpen={setOpen}
          />
        )}
      </Section>
    </Card>
  )
}
