import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'

/** Password input with a visibility toggle (AUTH-02); `toggle` names it if there are two. */
export function PasswordBox({ toggle = 'Show password', ...props }: PasswordInputProps & { toggle?: string }) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': toggle, tabIndex: 0 }}
      visibilityToggleIcon={VisibilityIcon}
      {...props}
    />
  )
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  const Eye = reveal ? IconEyeOff : IconEye
  return <Eye size={16} stroke={1.75} />
}
