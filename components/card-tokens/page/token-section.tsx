'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/text/copy-button'
import { revealCardToken } from '@/lib/card-tokens/client'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'

/** Shows the end of the token. Permitted people can reveal all of it, which is recorded. */
export function TokenSection({ shop, card }: { shop: string; card: CardTokenDetail }) {
  const t = useTranslations('cardTokens.page')
  const failureText = useFailureText()
  const mayReveal = useMay('card_tokens.reveal')
  const { token, isPending, error, reveal, hide } = useReveal(shop, card.id)
  const Icon = token ? EyeOff : Eye
  return (
    <Section
      title={t('token')}
      actions={
        mayReveal && (
          <Button
            size="sm"
            icon={<Icon aria-hidden size={14} />}
            isPending={isPending}
            onPress={() => (token ? hide() : void reveal())}
          >
            {t(token ? 'hide' : 'reveal')}
          </Button>
        )
      }
    >
      {token ? (
        <div className="flex items-start gap-2">
          <code className="min-w-0 flex-1 rounded-sm bg-sunken px-2.5 py-1.5 font-mono text-xs/5 break-all">
            {token}
          </code>
          <CopyButton isIcon text={token} label={t('copyToken')} />
        </div>
      ) : (
        <code className="font-mono text-xs/5 text-muted">{`••••••••${card.token_end}`}</code>
      )}
      <p role="status" className="mt-2 text-sm text-muted">
        {token ? t('revealedText') : mayReveal ? t('revealText') : t('sealedText')}
      </p>
      {error !== null && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t('revealFailed', { reason: failureText(error) })}
        </p>
      )}
    </Section>
  )
}

/**
 * Holds a revealed token in this component's state only, while it is shown. The cache of a mutation would keep it for
 * minutes.
 */
function useReveal(shop: string, id: string) {
  const [token, setToken] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)

  async function reveal() {
    setIsPending(true)
    setError(null)
    try {
      const revealed = await revealCardToken(shop, id)
      setToken(revealed.token)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setIsPending(false)
    }
  }
  return { token, isPending, error, reveal, hide: () => setToken(null) }
}
