"""Configs in bulk, for the figures of the check."""

import subprocess
import sys
from pathlib import Path

YAML = """apiVersion: container.cnrm.cloud.google.com/v1beta1
kind: ContainerNodePool
metadata:
  name: tpu-{number}
spec:
  location: us-east5
  clusterRef: {{name: training}}
  nodeLocations: [us-east5-b]
  initialNodeCount: 4
  nodeConfig:
    machineType: ct6e-standard-4t
  placementPolicy:
    type: COMPACT
    tpuTopology: 4x4
"""
TERRAFORM = """variable "zone" {{ default = "us-east5-b" }}
resource "google_container_node_pool" "tpu" {{
  name           = "tpu-{number}"
  cluster        = "training"
  location       = "us-east5"
  node_locations = [var.zone]
  node_count     = 4
  node_config {{ machine_type = "ct6e-standard-4t" }}
  placement_policy {{
    type         = "COMPACT"
    tpu_topology = "4x4"
  }}
}}
"""
SCHEMA = """{
  "type": "object",
  "required": ["apiVersion", "kind", "metadata", "spec"],
  "properties": {
    "kind": {"enum": ["ContainerNodePool", "ContainerCluster"]},
    "metadata": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 40}}},
    "spec": {
      "type": "object",
      "properties": {
        "location": {"type": "string"},
        "nodeLocations": {"type": "array", "items": {"pattern": "^[a-z]+-[a-z]+[0-9]+-(ai[0-9])?[a-z]$"}},
        "initialNodeCount": {"type": "integer", "minimum": 0},
        "nodeConfig": {"type": "object", "properties": {"machineType": {"pattern": "^(ct|tpu)[0-9a-z]+-[a-z]+-[0-9]+t$"}}},
        "placementPolicy": {"type": "object", "properties": {"tpuTopology": {"pattern": "^[0-9]+(x[0-9]+){1,2}$"}}}
      }
    }
  }
}
"""
"""What a schema can say of the pools in YAML."""
STACK = """AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Subnet: {{Type: "AWS::EC2::Subnet::Id"}}
Resources:
  Template:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateName: pool-{number}
      LaunchTemplateData: {{InstanceType: m5.xlarge}}
  Pool:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties:
      MinSize: "0"
      MaxSize: "4"
      DesiredCapacity: "4"
      VPCZoneIdentifier: [!Ref Subnet]
      LaunchTemplate: {{LaunchTemplateId: !Ref Template, Version: !GetAtt Template.LatestVersionNumber}}
"""
"""A pool of machines as another cloud's linter reads it."""
POOLS = 1000
FILES = 20_000
WALK = """
import os, subprocess
names = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True).stdout.decode().split("\\0")
for name in names:
    if name:
        with open(name, "rb") as file:
            file.read()
"""


def write(folder: Path) -> None:
    """Write one pool, 1,000 pools in YAML and 1,000 Terraform folders, and what other linters read beside them."""
    for name in ("yaml", "terraform", "stacks"):
        (folder / name).mkdir()
    (folder / "schema.json").write_text(SCHEMA, "utf-8")
    (folder / "stack.yaml").write_text(STACK.format(number=0), "utf-8")
    (folder / "one.yaml").write_text(YAML.format(number=0), "utf-8")
    (folder / "one.tf").write_text(TERRAFORM.format(number=0), "utf-8")
    for number in range(POOLS):
        (folder / "yaml" / f"pool-{number}.yaml").write_text(YAML.format(number=number), "utf-8")
        (folder / "stacks" / f"pool-{number}.yaml").write_text(STACK.format(number=number), "utf-8")
        root = folder / "terraform" / f"root-{number}"
        root.mkdir()
        (root / "main.tf").write_text(TERRAFORM.format(number=number), "utf-8")


def write_plain(folder: Path) -> None:
    """Write a git repository of 20,000 files that speak of no TPU."""
    for number in range(FILES):
        inside = folder / f"part-{number % 200}"
        inside.mkdir(exist_ok=True)
        ending = ("yaml", "py", "tf", "json")[number % 4]
        (inside / f"file-{number}.{ending}").write_text(f'name: "service-{number}"\n' * 20, "utf-8")
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=folder, check=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
