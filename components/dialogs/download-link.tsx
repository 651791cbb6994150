'use client'
import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { askForProof } from '@/lib/account/client'
import { ApiError } from '@/lib/core/http'
import { buttonClass } from '../ui/button-class'
import { toast } from '../ui/overlays/toast-store'

interface DownloadLinkProps {
  address: string
  /** The server wants a recent sign-in. */
  needsProof: boolean
  variant?: 'primary' | 'secondary'
  /** Called once the browser has started the download. */
  onStart?: () => void
  children: ReactNode
}

/** A button that saves what the server streams. */
export function DownloadLink({ address, needsProof, variant = 'primary', ...rest }: DownloadLinkProps) {
  const { onStart, children } = rest
  const t = useTranslations()
  // A download by the browser cannot ask for a sign-in, so ask first.
  const isProven = useRef(!needsProof)

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    // Afterwards, because the caller may remove the link.
    if (isProven.current) return void setTimeout(() => onStart?.())
    event.preventDefault()
    const link = event.currentTarget
    try {
      await askForProof()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'sign_in_again') return
      return toast(t('exports.notStarted'), 'bad')
    }
    isProven.current = true
    link.click()
  }

  return (
    <a href={address} download className={buttonClass(variant)} onClick={(event) => void download(event)}>
      <Download aria-hidden size={15} />
      {children}
    </a>
  )
}
