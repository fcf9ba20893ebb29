import Box, { type BoxProps } from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: string;
  size?: BoxProps.FontSize;
  color?: BoxProps.Color;
  /** Below it: over what it is counted. */
  children?: ReactNode;
}

/** A figure of a page, with its name above and what it is about below. */
export function Figure({ label, value, size = 'heading-xl', color = 'inherit', children }: FigureProps) {
  return (
    <div>
      <Box variant="awsui-key-label">{label}</Box>
      <Box fontSize={size} fontWeight="bold" color={color}>
        <span className="unbroken">{value}</span>
      </Box>
      {children !== undefined && <Box color="text-body-secondary">{children}</Box>}
    </div>
  );
}
