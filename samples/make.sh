#!/usr/bin/env bash
# Makes the movies of this folder, and then manifest.json and the table in README.md.
# Needs the ffmpeg programs and Python 3. With FFmpeg 5.1 the same bytes come out each time.
set -euo pipefail
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

make_movie() { ffmpeg -nostdin -v error -y -threads 1 "$@"; }

# One thread and no encoder's name, so that the bytes do not depend on the machine.
exact=(-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -threads 1)
h264=(-c:v libx264 -preset slow -crf 30 -pix_fmt yuv420p)
aac=(-c:a aac -b:a 48k)

# Pictures: drifting colours under a little noise; a slow dive with much detail; a moving chart.
sky() {
  echo "gradients=s=$1:r=$2:d=$3:seed=7:speed=0.02:n=4:c0=0x2b5c8a:c1=0x9cc9e3:c2=0xf2c98a:c3=0x6b3a4f,\
format=yuv420p,noise=alls=3:all_seed=7"
}
dive() { echo "mandelbrot=s=$1:r=$2:start_scale=1:end_scale=0.2:end_pts=300,trim=duration=$3"; }
chart() { echo "testsrc2=s=$1:r=$2:d=$3"; }
# Sound: two tones that beat against each other, over a whisper of noise.
tones() {
  echo "aevalsrc=0.2*sin(2*PI*220*t)+0.15*sin(2*PI*331*t)+0.02*(random(0)-0.5)|0.2*sin(2*PI*220*t):s=$1:d=$2"
}

# A phone held upright: stored sideways, turned by the display matrix, with where and what by.
make_movie -f lavfi -i "$(dive 640x360 30 3)" -f lavfi -i "$(tones 44100 2.95)" \
  "${h264[@]}" -crf 35 "${aac[@]}" \
  -metadata location=+00.0000+000.0000/ -metadata make=Example -metadata 'model=Phone 1' \
  -metadata creation_time=2026-01-02T03:04:05Z "${exact[@]}" "$scratch/sideways.mov"
python3 patch.py matrix --rows 0,1,-1,0 "$scratch/sideways.mov" phone-portrait.mov

# A recorder that leaves out pictures in which little moves.
make_movie -f lavfi -i "$(chart 480x270 30 4)" -f lavfi -i "$(tones 48000 3.9)" \
  -vf "select='lt(mod(n,30),12)+not(mod(n,5))'" -vsync vfr \
  "${h264[@]}" "${aac[@]}" "${exact[@]}" variable-frame-rate.mp4

# What a browser's recorder writes: to a stream, so that it can't go back and write the duration.
make_movie -f lavfi -i "$(sky 480x270 25 7.2)" -f lavfi -i "$(tones 48000 7.1)" \
  -c:v libvpx-vp9 -b:v 100k -deadline good -cpu-used 4 -row-mt 0 -c:a libopus -b:a 32k \
  "${exact[@]}" -f webm -live 1 pipe:1 | cat >browser-recording.webm

# Trimmed on a phone: all 7 s are there, the edit list shows 3 s of them.
make_movie -f lavfi -i "$(sky 480x270 25 7)" -f lavfi -i "$(tones 48000 7)" \
  "${h264[@]}" -g 50 "${aac[@]}" "${exact[@]}" "$scratch/whole.mp4"
python3 patch.py show --from 2 --seconds 3 "$scratch/whole.mp4" hidden-media.mp4

# 12 s in a file whose header says 4 s.
make_movie -f lavfi -i "$(sky 320x180 25 12)" -f lavfi -i "$(tones 44100 11.9)" \
  "${h264[@]}" -bf 0 -c:a aac -b:a 32k -use_editlist 0 "${exact[@]}" "$scratch/honest.mp4"
python3 patch.py claim --seconds 4 "$scratch/honest.mp4" lying-header.mp4

# An upload that broke off: the index is there, the last pictures are not.
make_movie -f lavfi -i "$(dive 480x270 25 4)" -f lavfi -i "$(tones 48000 3.9)" \
  "${h264[@]}" "${aac[@]}" -movflags +faststart "${exact[@]}" "$scratch/complete.mp4"
head -c "$(($(stat -c %s "$scratch/complete.mp4") * 60 / 100))" "$scratch/complete.mp4" >truncated.mp4

# A movie without sound.
make_movie -f lavfi -i "$(dive 320x320 25 3)" "${h264[@]}" "${exact[@]}" no-sound.mp4

# A cover picture beside the movie; it is larger, and it is not the movie.
make_movie -f lavfi -i "$(chart 640x480 1 1)" -frames:v 1 -c:v mjpeg -q:v 12 -pix_fmt yuvj420p \
  "${exact[@]}" "$scratch/cover.jpg"
make_movie -f lavfi -i "$(sky 480x270 25 3)" -f lavfi -i "$(tones 48000 2.9)" -i "$scratch/cover.jpg" \
  -map 0:v -map 1:a -map 2:v -c:v:0 libx264 -preset slow -crf 30 -pix_fmt:v:0 yuv420p -c:v:1 copy \
  "${aac[@]}" -disposition:v:1 attached_pic "${exact[@]}" cover-art.mp4

# An animated GIF.
make_movie -f lavfi -i "$(chart 240x180 10 2.4)" -vf 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none' \
  "${exact[@]}" animated.gif

# The sound starts half a second after the picture.
make_movie -f lavfi -i "$(chart 320x240 25 3)" -itsoffset 0.5 -f lavfi -i "$(tones 48000 2.4)" \
  -map 0:v -map 1:a "${h264[@]}" "${aac[@]}" "${exact[@]}" sound-offset.mp4

# Pixels wider than high, as old cameras have them.
make_movie -f lavfi -i "$(dive 240x180 25 3)" -f lavfi -i "$(tones 48000 2.9)" \
  -vf setsar=4/3 "${h264[@]}" "${aac[@]}" "${exact[@]}" wide-pixels.mp4

# A front camera: stored sideways and as in a mirror.
make_movie -f lavfi -i "$(chart 480x270 30 3)" -f lavfi -i "$(tones 44100 2.9)" \
  "${h264[@]}" "${aac[@]}" "${exact[@]}" "$scratch/plain.mov"
python3 patch.py matrix --rows 0,1,1,0 "$scratch/plain.mov" sideways-mirrored.mov

python3 describe.py
