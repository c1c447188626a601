import { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { keyOf, useSend } from '../platform/api/query.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FormSection } from '../ui/form/page-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useOwnPhoto } from './own-photo.ts'
import { Portrait } from './portrait.tsx'
import css from './profile.module.css'

const photoKey = keyOf(ownPhoto.photo)

/** The user's photo: chosen or dropped, updated here and in the profile menu at once (PROFILE-11 to PROFILE-13). */
export function PhotoSection({ name }: { name: string }) {
  const photo = useOwnPhoto()
  const client = useQueryClient()
  const size = usePhone() ? 'xl' : 'sm'
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setIsDragOver] = useState(false)
  const [asking, setAsking] = useState(false)
  const preview = usePreview()
  const upload = useMutation({
    mutationFn: (file: File) => sendFile(ownPhoto.setPhoto, {}, file, { asForm: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: photoKey })
      toasts.success('Photo updated')
    },
    onError: (error) => toasts.failure('Error updating photo', error),
    onSettled: () => preview.show(null),
  })
  const remove = useSend(ownPhoto.removePhoto, { refreshes: [ownPhoto.photo] })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file || upload.isPending) return
    preview.show(file)
    upload.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <FormSection title="Photo" note="Shown next to your name. Cropped to a square; location data is removed.">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button in it does the same by keyboard */}
      <div
        className={css.photo}
        data-over={isDragOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
      >
        <Portrait name={name} photo={preview.address ?? photo} size="large" />
        <div className={css.photoWords}>
          <div className={css.photoButtons}>
            <Button
              size={size}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              loading={upload.isPending}
              onClick={() => input.current?.click()}
            >
              {photo ? 'Replace photo' : 'Upload photo'}
            </Button>
            {photo ? (
              <Button size={size} variant="subtle" disabled={upload.isPending} onClick={() => setAsking(true)}>
                Remove
              </Button>
            ) : null}
          </div>
          <span className={css.quiet}>Or drop an image here. At most 5 MB.</span>
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Photo"
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </div>
      <ConfirmDialog
        opened={asking}
        danger
        title="Really delete?"
        text="Your initials are shown instead of your photo."
        onNo={() => setAsking(false)}
        onYes={async () => {
          await remove.mutateAsync({})
          setAsking(false)
        }}
      />
    </FormSection>
  )
}

/** Local preview of the file being uploaded, if the browser can display it. */
function usePreview(): { address: string | null; show(file: File | null): void } {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(
    () => () => {
      if (address) URL.revokeObjectURL(address)
    },
    [address],
  )
  return { address, show: (file) => setAddress(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null) }
}
