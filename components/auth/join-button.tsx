'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/core/http'
import { acceptInvitation } from '@/lib/people/client'

/** Accepts the invitation with the signed-in account. */
export function JoinButton({ token }: { token: string }) {
  const t = useTranslations('invitations')
  const joining = useMutation({
    mutationFn: () => acceptInvitation({ token }),
    onSuccess: ({ shop }) => window.location.assign(`/shops/${shop}`),
  })
  return (
    <div className="grid gap-3">
      {joining.error && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {joining.error instanceof ApiError ? joining.error.title : t('failed')}
        </p>
      )}
      <Button
        variant="primary"
        isPending={joining.isPending || joining.isSuccess}
        onPress={() => joining.mutate()}
      >
        {t('joinButton')}
      </Button>
    </div>
  )
}
