'use client'
import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { askForPerson, askForProof } from '@/lib/account/client'
import { ApiError, isSignedOut } from '@/lib/core/api/http'
import { buttonClass } from '../ui/button-class'
import { toast } from '../ui/overlays/toast-store'

interface DownloadLinkProps {
  address: string
  /** The server wants a recent sign-in. */
  isProofNeeded: boolean
  variant?: 'primary' | 'secondary'
  /** Called once the browser has started the download. */
  onStart?: () => void
  className?: string
  children: ReactNode
}

/** A button that saves what the server streams. */
export function DownloadLink({ address, isProofNeeded, variant = 'primary', ...rest }: DownloadLinkProps) {
  const { onStart, className, children } = rest
  const t = useTranslations()
  // A download by the browser can neither ask for a sign-in nor name the page's person, so ask first.
  const answer = useRef<'none' | 'awaited' | 'given'>('none')

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    // Afterwards, because the caller may remove the link.
    if (answer.current === 'given') {
      answer.current = 'none'
      return void setTimeout(() => onStart?.())
    }
    event.preventDefault()
    // A second press must not start a second download.
    if (answer.current === 'awaited') return
    answer.current = 'awaited'
    const link = event.currentTarget
    try {
      await (isProofNeeded ? askForProof() : askForPerson())
    } catch (error) {
      answer.current = 'none'
      if (isSignedOut(error) || (error instanceof ApiError && error.code === 'sign_in_again')) return
      return toast(t('exports.notStarted'), 'bad')
    }
    answer.current = 'given'
    link.click()
  }

  return (
    <a
      href={address}
      download
      className={buttonClass(variant, 'md', className)}
      onClick={(event) => void download(event)}
    >
      <Download aria-hidden size={15} />
      {children}
    </a>
  )
}
