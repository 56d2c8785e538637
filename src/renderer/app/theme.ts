/** The Mantine theme: verdigris means in order, brass means due. */
import {
  type ActionIconFactory,
  type BadgeFactory,
  type ButtonFactory,
  type CardFactory,
  type ChipFactory,
  createTheme,
  type DrawerFactory,
  type ExtendComponent,
  type MantineColorsTuple,
  type ModalFactory,
  type NotificationFactory,
  type PaperFactory,
  type TooltipFactory,
} from '@mantine/core';

const verdigris: MantineColorsTuple = [
  '#e9f6f2',
  '#d2ebe4',
  '#a5d8ca',
  '#74c4b0',
  '#4fb29b',
  '#2d9682',
  '#1a7d6c',
  '#10695a',
  '#0b5448',
  '#073f36',
];
const brass: MantineColorsTuple = [
  '#fdf6e6',
  '#f8e9c6',
  '#f0d391',
  '#e7bb58',
  '#dba32e',
  '#c08815',
  '#9a6b0c',
  '#7d5708',
  '#634405',
  '#4a3304',
];
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#e8e5de',
  '#d9d5cc',
  '#c0bbb0',
  '#989286',
  '#6b665d',
  '#524e47',
  '#37342f',
  '#211f1c',
];
const dark: MantineColorsTuple = [
  '#dbe2df',
  '#bcc7c3',
  '#9aa7a2',
  '#6d7b76',
  '#3f4c48',
  '#2f3a37',
  '#242d2b',
  '#1a2220',
  '#121918',
  '#0b1110',
];

/** The fonts. The lists are short, because the page looks up each name in every weight before its first text: 20 ms for nine names. */
const sans = '"Segoe UI", BlinkMacSystemFont, "Liberation Sans", system-ui';
const mono =
  'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, "Ubuntu Mono", "Noto Sans Mono", "Liberation Mono", Consolas, monospace';

/** The title of a dialog or a drawer. */
const TITLE = { fontSize: '17px', fontWeight: 650, letterSpacing: '-0.01em' };
/** Lets the page behind a dialog keep its scroll bar, because the style that hides the bar would apply to every element anew. */
export const KEEPS_SCROLL_BAR = { removeScrollBar: false } as const;

export const theme = createTheme({
  colors: { verdigris, brass, gray, dark },
  primaryColor: 'verdigris',
  primaryShade: { light: 7, dark: 6 },
  black: '#1b2422',
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  fontFamily: sans,
  fontFamilyMonospace: mono,
  headings: {
    fontFamily: sans,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '1.25' },
      h2: { fontSize: '18px', lineHeight: '1.35' },
      h3: { fontSize: '15.5px', lineHeight: '1.4' },
      h4: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '12px', sm: '13.5px', md: '14.5px', lg: '17px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Only types are imported, because the components would come with the window's first file.
  components: {
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } } satisfies ExtendComponent<CardFactory>,
    Paper: { defaultProps: { radius: 'lg' } } satisfies ExtendComponent<PaperFactory>,
    Button: { defaultProps: { size: 'sm', variant: 'default' } } satisfies ExtendComponent<ButtonFactory>,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } } satisfies ExtendComponent<ActionIconFactory>,
    Chip: { defaultProps: { variant: 'outline' } } satisfies ExtendComponent<ChipFactory>,
    Badge: { styles: { root: { textTransform: 'none' } } } satisfies ExtendComponent<BadgeFactory>,
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close this notification' } },
    } satisfies ExtendComponent<NotificationFactory>,
    Drawer: {
      styles: { title: TITLE },
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, removeScrollProps: KEEPS_SCROLL_BAR },
    } satisfies ExtendComponent<DrawerFactory>,
    Modal: {
      styles: { title: TITLE },
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        radius: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        removeScrollProps: KEEPS_SCROLL_BAR,
      },
    } satisfies ExtendComponent<ModalFactory>,
    Tooltip: {
      defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: false } },
    } satisfies ExtendComponent<TooltipFactory>,
  },
});
