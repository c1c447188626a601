import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** One color in every shade: Mantine's palettes become our tokens, which follow the color scheme. */
function shades(...values: [string, string, string, string, string, string, string, string, string, string]) {
  const tuple: MantineColorsTuple = values
  return tuple
}

const font = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif"

function state(name: string) {
  const [bg, text, dot] = [`var(--${name}-bg)`, `var(--${name}-text)`, `var(--${name}-dot)`]
  return shades(bg, bg, bg, dot, dot, dot, dot, text, text, text)
}

const buttons: Record<string, { height: number; font: number; padding: number }> = {
  xs: { height: 26, font: 12, padding: 8 },
  sm: { height: 30, font: 13, padding: 12 },
  md: { height: 36, font: 14, padding: 16 },
  lg: { height: 38, font: 14, padding: 16 },
  xl: { height: 40, font: 14, padding: 14 },
}
const inputs: Record<string, { height: number; font: number }> = {
  xs: { height: 26, font: 12 },
  sm: { height: 30, font: 13 },
  md: { height: 36, font: 14 },
  lg: { height: 38, font: 14 },
  xl: { height: 44, font: 16 },
}

/**
 * The design as a Mantine theme. Control sizes: `xs` 26 (inside rows), `sm` 30 (pages, the default), `md` 36 (forms),
 * `lg` 38 (sign-in), `xl` 40 and 44 (phone). Colors are tokens of tokens.css, so light, dark and brand need no second
 * theme.
 */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '24px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '20px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '12px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  breakpoints: { xs: '30em', sm: '40em', md: '56.25em', lg: '75em', xl: '90em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  black: 'var(--text)',
  colors: {
    brand: shades(
      'var(--brand-tint)',
      'var(--brand-tint)',
      'var(--brand-tint)',
      'var(--brand)',
      'var(--brand-text)',
      'var(--brand)',
      'var(--brand)',
      'var(--brand-hover)',
      'var(--brand-text)',
      'var(--brand-text)',
    ),
    gray: shades(
      'var(--bg-hover)',
      'var(--bg-active)',
      'var(--line)',
      'var(--line-strong)',
      'var(--line-strong)',
      'var(--text-3)',
      'var(--text-3)',
      'var(--text-2)',
      'var(--text)',
      'var(--text)',
    ),
    dark: shades(
      'var(--text)',
      'var(--text-2)',
      'var(--text-3)',
      'var(--text-3)',
      'var(--line-strong)',
      'var(--bg-active)',
      'var(--bg-raised)',
      'var(--bg-hover)',
      'var(--bg-sunken)',
      'var(--bg-sunken)',
    ),
    green: state('green'),
    teal: state('green'),
    yellow: state('amber'),
    orange: state('amber'),
    red: state('red'),
    blue: state('blue'),
  },
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_theme: unknown, props: { size?: string; variant?: string; color?: string }) => {
        const size = buttons[props.size ?? 'sm'] ?? buttons.sm
        return {
          root: {
            '--button-height': `${size?.height}px`,
            '--button-fz': `${size?.font}px`,
            '--button-padding-x': `${size?.padding}px`,
            ...(props.variant === 'subtle' && !props.color
              ? { '--button-color': 'var(--text-2)', '--button-hover': 'var(--bg-hover)' }
              : {}),
          },
        }
      },
    },
    ActionIcon: {
      vars: (_theme: unknown, props: { variant?: string }) => ({
        root:
          props.variant === 'filled'
            ? {}
            : { '--ai-color': 'var(--text-2)', '--ai-hover-color': 'var(--text)', '--ai-hover': 'var(--bg-hover)' },
      }),
    },
    Input: {
      vars: (_theme: unknown, props: { size?: string }) => {
        const size = inputs[props.size ?? 'sm'] ?? inputs.sm
        return {
          wrapper: {
            '--input-height': `${size?.height}px`,
            '--input-fz': `${size?.font}px`,
            '--input-padding': size && size.height > 30 ? '11px' : '10px',
            '--input-bg': 'var(--bg-raised)',
            '--input-bd': 'var(--line-strong)',
          },
        }
      },
    },
    InputWrapper: {
      defaultProps: { withAsterisk: false },
      vars: () => ({
        label: { '--input-label-size': '13px' },
        error: { '--input-error-size': '12px' },
        description: { '--input-description-size': '12px' },
      }),
    },
    Checkbox: {
      defaultProps: { radius: 4 },
      vars: () => ({ root: { '--checkbox-size': '15px' } }),
    },
    Switch: {
      defaultProps: { withThumbIndicator: false },
      vars: () => ({
        root: {
          '--switch-height': '16px',
          '--switch-width': '28px',
          '--switch-thumb-size': '12px',
          '--switch-label-font-size': '13px',
        },
      }),
    },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        padding: 20,
        shadow: 'xl',
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        transitionProps: { transition: 'fade', duration: 150 },
      },
    },
    // Mantine's <header> would be a second banner landmark; a page has one, the top bar.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Drawer: {
      defaultProps: {
        shadow: 'xl',
        padding: 16,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        transitionProps: { duration: 150 },
      },
    },
    Notification: { defaultProps: { radius: 'md', closeButtonProps: { 'aria-label': 'Close' } } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { transition: 'fade', duration: 120 } } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { transition: 'fade', duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    Combobox: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 400 } },
  },
})

const roles = {
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-success': 'var(--green-text)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-default': 'var(--bg-raised)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-disabled': 'var(--bg-active)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-brand-text': 'var(--brand-text)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-hover)',
  '--mantine-color-brand-light': 'var(--brand-tint)',
  '--mantine-color-brand-light-hover': 'var(--brand-tint)',
  '--mantine-color-brand-light-color': 'var(--brand-text)',
  '--mantine-color-brand-outline': 'var(--brand-text)',
  '--mantine-color-red-filled': 'var(--red-text)',
  '--mantine-color-red-filled-hover': 'var(--red-text)',
}

/** Maps Mantine's semantic variables to tokens; for `<MantineProvider theme={theme} cssVariablesResolver={…}>`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles })
