import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { textDirection, type PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerFormMessages, payerTranslator } from '@/lib/core/i18n/payer-messages'
import { DocumentLanguage, PayerIntlProvider } from '@/lib/core/i18n/payer-provider'

interface PayerShellProps {
  language: PayerLanguage
  /** Whether a part of the page runs in the browser and needs the messages. */
  isInteractive?: boolean
  isWide?: boolean
  children: ReactNode
}

/** A narrow column in the payer's language, under a header that says that this is a sandbox. */
export function PayerShell({ language, isInteractive = false, isWide = false, children }: PayerShellProps) {
  return (
    <div lang={language} dir={textDirection(language)} className="flex min-h-dvh flex-col">
      <DocumentLanguage language={language} />
      <header className="flex items-center justify-center gap-2 border-b border-sandbox/40 bg-sandbox-weak px-4 py-2 text-sm text-warn">
        <FlaskConical aria-hidden size={15} className="shrink-0" />
        <p>{payerTranslator(language, 'sandbox')('note')}</p>
      </header>
      <main className={cx('mx-auto w-full flex-1 px-4 py-10 max-md:py-5', isWide ? 'max-w-2xl' : 'max-w-md')}>
        {isInteractive ? (
          <PayerIntlProvider language={language} messages={payerFormMessages(language)}>
            {children}
          </PayerIntlProvider>
        ) : (
          children
        )}
      </main>
    </div>
  )
}
