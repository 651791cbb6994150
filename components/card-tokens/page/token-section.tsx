'use client'
import { useMutation } from '@tanstack/react-query'
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
            onPress={() => (token ? hide() : reveal())}
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

/** Holds a revealed token only while it is shown. */
function useReveal(shop: string, id: string) {
  const [token, setToken] = useState<string | null>(null)
  const { mutate, isPending, error } = useMutation({
    // Returns nothing, as the mutation would keep it after it is hidden.
    mutationFn: async () => setToken((await revealCardToken(shop, id)).token),
  })
  return { token, isPending, error, reveal: () => mutate(), hide: () => setToken(null) }
}
