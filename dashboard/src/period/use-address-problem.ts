import { useEffect, useState } from 'react';

/**
 * Why the address is not what is shown. The address follows what is shown at once, and this says why until something
 * else is shown.
 */
export function useAddressProblem<Problem>(
  problem: Problem | undefined,
  shown: string,
  follow: () => void,
): Problem | undefined {
  const [said, setSaid] = useState<{ problem: Problem; shown: string }>();
  useEffect(() => {
    if (problem === undefined) return;
    setSaid({ problem, shown });
    follow();
  }, [problem, shown, follow]);
  return said?.shown === shown ? said.problem : undefined;
}
