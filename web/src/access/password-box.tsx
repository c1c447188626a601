import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'

/** A password with its toggle between hidden and readable (AUTH-02); `toggle` names the toggle where there are two. */
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
