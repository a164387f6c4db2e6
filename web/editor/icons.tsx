import { Icon, type IconProps } from '../ui/Icon.tsx'

export const BoldIcon = (props: IconProps) => (
  <Icon
    d="M7.5 5v14M7.5 5h5.2a3.4 3.4 0 0 1 0 6.8H7.5M7.5 11.8h6a3.6 3.6 0 0 1 0 7.2h-6"
    strokeWidth={2.4}
    {...props}
  />
)
export const ItalicIcon = (props: IconProps) => <Icon d="M10 5h7M7 19h7M14 5l-4 14" {...props} />
export const HeadingIcon = (props: IconProps) => <Icon d="M6 5v14M18 5v14M6 12h12" {...props} />
export const ListIcon = (props: IconProps) => (
  <Icon d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" {...props} />
)
export const CodeIcon = (props: IconProps) => <Icon d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5" {...props} />
export const FormulaIcon = (props: IconProps) => <Icon d="M17.5 6.5V5H6.5l6 7-6 7h11v-1.5" {...props} />
export const TableIcon = (props: IconProps) => (
  <Icon
    d="M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 10h16M4 14.5h16M12 10v9"
    {...props}
  />
)
