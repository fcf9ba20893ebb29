#!/usr/bin/env bash
# Deploys the synthesized stacks of a stage, one after the other: .github/deploy.sh STAGE FOLDER. CloudFormation rolls a
# stack back if one of the alarms that exist before its update is raised until ten minutes after it.
set -euo pipefail
stage=$1
assembly=$2

# The CDK runs the program that an asset names, and has the deployer's credentials: an assembly is data here.
node -e '
const { globSync, readFileSync } = require("node:fs");
for (const file of globSync(`${process.argv[1]}/**/*.assets.json`)) {
  const { files = {}, dockerImages = {} } = JSON.parse(readFileSync(file, "utf8"));
  const isFile = ({ source }) => Object.keys(source).every((key) => ["path", "packaging"].includes(key));
  if (Object.keys(dockerImages).length === 0 && Object.values(files).every(isFile)) continue;
  console.error(`${file}: an asset would be made by a program`);
  process.exit(1);
}' "$assembly"

# Each after those that it depends on.
stacks=$(npx cdk list --app "$assembly")
for stack in $stacks; do
  # Read for each stack: the update of the service stack may remove an alarm, and CloudFormation refuses a missing one.
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
  npx cdk deploy "$stack" --exclusively --app "$assembly" --require-approval never --progress events "${triggers[@]}"
done
