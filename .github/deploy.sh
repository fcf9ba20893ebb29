#!/usr/bin/env bash
# Deploys the synthesized stacks of a stage: .github/deploy.sh STAGE FOLDER. CloudFormation rolls a stack back if one of
# the alarms that the deployed revision names is raised until ten minutes after its update.
set -euo pipefail
stage=$1
assembly=$2

triggers=(--rollback-trigger-alarm-arns none)
if alarms=$(aws cloudformation describe-stacks --stack-name "payment-service-$stage-service" \
  --query "Stacks[0].Outputs[?OutputKey=='RollbackAlarms'].OutputValue" --output text 2>describe-stacks.log); then
  # `None` is how the command line prints a stack without outputs, such as one whose first deployment failed.
  if [[ -n $alarms && $alarms != None ]]; then
    triggers=(--monitoring-time-minutes 10)
    for alarm in $alarms; do triggers+=(--rollback-trigger-alarm-arns "$alarm"); done
  fi
elif ! grep -q 'does not exist' describe-stacks.log; then
  cat describe-stacks.log >&2
  exit 1
fi
npx cdk deploy --all --app "$assembly" --require-approval never --progress events "${triggers[@]}"
