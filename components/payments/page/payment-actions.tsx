'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Link2, RefreshCw, Send } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { InUse } from '@/components/frame/in-use'
import { useFocusPassedOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { CopyCheckoutLink } from '@/components/payment-links/copy-checkout-link'
import { useLinkView } from '@/components/payment-links/link-view'
import { useReissue } from '@/components/payment-links/reissue'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { Link, LinkButton } from '@/components/ui/link'
import { toast } from '@/components/ui/overlays/toast-store'
import { checkCheckout } from '@/lib/checkouts/client'
import { paymentKeys } from '@/lib/core/client/keys'
import { ApiError } from '@/lib/core/api/http'
import type { ProblemCode } from '@/lib/core/api/problem'
import { resendMessage } from '@/lib/forwarding/client'
import { askGateway } from '@/lib/payments/client'
import type { PaymentDetail } from '@/lib/payments/detail'
import { checkoutLink } from '@/lib/checkouts/link'
import { LinkPayment } from './link-payment'

interface PaymentActionsProps {
  shop: string
  payment: PaymentDetail
}

/** What can be done here, and what only the provider can do. */
export function PaymentActions({ shop, payment }: PaymentActionsProps) {
  const t = useTranslations('paymentPage.todo')
  const mayLink = useMay('notifications.link')
  const mayAsk = useMay('payments.ask')
  const settings = useSettingsLink(shop)
  const { checkout, product, forwards, provider_url: url } = payment
  const id = notificationOf(payment)
  const isUnpaid = ['declined', 'expired', 'waiting'].includes(payment.state)
  const isUnlinked = checkout === null && product === null
  return (
    <Card className="print:hidden">
      <Section title={t('here')}>
        <div className="grid gap-3 text-md/5">
          {isUnpaid && checkout && <SendAgain shop={shop} checkout={checkout} />}
          {payment.askable && mayAsk ? (
            <AskGateway
              shop={shop}
              payment={payment}
              of="payment"
              ask={async () => (await askGateway(shop, payment.uid)).tracking_failure}
            />
          ) : checkout?.checkable && mayAsk ? (
            <AskGateway
              shop={shop}
              payment={payment}
              of="checkout"
              ask={() => checkCheckout(shop, checkout.id).then(() => null)}
            />
          ) : (
            <p className="text-muted">
              {payment.askable || checkout?.checkable ? t('askOthers') : t.rich('askNot', { settings })}
            </p>
          )}
          {mayLink && (
            <Action text={t(isUnlinked ? 'linkText' : 'relinkText')}>
              {id === null ? (
                <LinkPayment shop={shop} payment={payment} />
              ) : (
                <LinkButton
                  size="sm"
                  href={`/shops/${shop}/notifications/${id}` as Route}
                  icon={<Link2 aria-hidden size={14} />}
                >
                  {t('link')}
                </LinkButton>
              )}
            </Action>
          )}
          <InUse>
            {forwards?.map((message) => (
              <Forwarded key={message.id} shop={shop} payment={payment} message={message} />
            ))}
          </InUse>
        </div>
      </Section>
      <Section title={t('provider')}>
        <p className="text-md/5 text-muted">{t('providerText')}</p>
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="mt-2 inline-flex items-center gap-1.5 rounded-xs text-md/5 text-accent hover:underline"
          >
            {t('providerLink')}
            <ExternalLink aria-hidden size={13} />
          </a>
        ) : (
          <p className="mt-2 text-sm text-muted">{t.rich('providerUnknown', { settings })}</p>
        )}
      </Section>
    </Card>
  )
}

/** Returns the notification whose page links the payment; null if only a statement reports it. */
const notificationOf = ({ uid, notification_id: deciding, sources }: PaymentDetail): string | null =>
  deciding ??
  sources.find((source) => source.uid === uid && source.notification_id !== null && !source.quarantined)
    ?.notification_id ??
  null

/** Returns a renderer that links words of a text to the payment settings, for people who may change them. */
function useSettingsLink(shop: string) {
  const mayConfigure = useMay('payments.configure')
  return (words: ReactNode) =>
    mayConfigure ? (
      <Link
        href={`/shops/${shop}/settings/payments` as Route}
        className="text-accent underline underline-offset-2"
      >
        {words}
      </Link>
    ) : (
      words
    )
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-muted wrap-anywhere">{text}</p>
      <div>{children}</div>
    </div>
  )
}

type Checkout = NonNullable<PaymentDetail['checkout']>

/** Offers the checkout's link for another try, or says why it cannot be used. */
function SendAgain({ shop, checkout }: { shop: string; checkout: Checkout }) {
  const t = useTranslations('paymentPage.todo')
  const links = useTranslations('links')
  const { fault } = checkoutLink(checkout, useLinkView())
  const { reissue, isPending, dialog } = useReissue(shop)
  const text = fault === null ? t('resendText', { type: checkout.transaction_type }) : links(`fault.${fault}`)
  return (
    <Action text={text}>
      <span className="flex flex-wrap items-center gap-1.5">
        <CopyCheckoutLink
          shop={shop}
          checkout={checkout}
          isPending={isPending}
          onReissue={() => reissue(checkout)}
        />
      </span>
      {dialog}
    </Action>
  )
}

interface AskGatewayProps extends PaymentActionsProps {
  of: 'payment' | 'checkout'
  /** Returns why the query by tracking ID failed, or null. */
  ask: () => Promise<ProblemCode | null>
}

function AskGateway({ shop, payment, of, ask: send }: AskGatewayProps) {
  const t = useTranslations('paymentPage.todo')
  const problems = useTranslations('problems')
  const client = useQueryClient()
  // What the gateway answers may leave nothing to ask.
  const button = useFocusPassedOn<HTMLButtonElement>()
  const ask = useMutation({
    mutationFn: send,
    onSuccess: (failure) =>
      failure === null ? toast(t('asked')) : toast(t('askedInPart', { reason: problems(failure) }), 'bad'),
    onError: (error) => toast(t(refusalOf(error)), 'bad', { error }),
    onSettled: () => client.invalidateQueries({ queryKey: paymentKeys.detail(shop, payment.uid) }),
  })
  return (
    <Action text={t(of === 'payment' ? 'askPaymentText' : 'askText')}>
      <Button
        ref={button}
        size="sm"
        icon={<RefreshCw aria-hidden size={14} />}
        isPending={ask.isPending}
        onPress={() => ask.mutate()}
      >
        {t('ask')}
      </Button>
    </Action>
  )
}

function refusalOf(error: unknown) {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'gateway_not_found') return 'notKnown'
  return code === 'too_many_attempts' ? 'askedTooOften' : 'notAsked'
}

type Message = NonNullable<PaymentDetail['forwards']>[number]

function Forwarded({ shop, payment, message }: PaymentActionsProps & { message: Message }) {
  const t = useTranslations('paymentPage.todo')
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () => resendMessage(shop, message.id),
    onSuccess: () => toast(t('forwarded')),
    onError: (error) => toast(t('notForwarded'), 'bad', { error }),
    onSettled: () => client.invalidateQueries({ queryKey: paymentKeys.detail(shop, payment.uid) }),
  })
  const isSent = message.state === 'delivered'
  return (
    <Action text={t(isSent ? 'forwardSent' : 'forwardNotSent', { name: message.endpoint })}>
      <Button
        size="sm"
        icon={<Send aria-hidden size={14} />}
        isPending={resend.isPending}
        onPress={() => resend.mutate()}
      >
        {t('forward')}
      </Button>
    </Action>
  )
}
