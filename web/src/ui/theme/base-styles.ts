/**
 * Styles of the first paint of any screen, sign-in included: fonts, tokens, and Mantine's files for button, input,
 * checkbox, link and toast only. Imported once, by main.tsx; other styles load with the module that uses them
 * (overlay-styles.ts). Mantine's files are in the layer `mantine`; our CSS is unlayered and always wins.
 */
import './fonts/inter.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import './tokens.css'
import './base.css'
import './print.css'
