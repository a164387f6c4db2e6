import { Icon, type IconProps } from '../Icon.tsx'

export const HistoryIcon = (props: IconProps) => (
  <Icon d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4.5v4h4M12 8v4.2l3 1.8" {...props} />
)
